// The quick reference, filtered while one types. Without script the same box asks the server.
import { fold } from "./fold.js";

const box = document.querySelector("[data-filter]");
const count = document.querySelector("[data-count]");
const sections = [...document.querySelectorAll(".quickref section")];
const entries = sections.map((section) => ({
  section,
  items: [...section.querySelectorAll("li")].map((item) => ({ item, key: fold(`${item.textContent} ${item.dataset.key ?? ""}`) })),
}));

function filter() {
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { section, items } of entries) {
    let here = 0;
    for (const { item, key } of items) {
      const fits = words.every((word) => key.includes(word));
      item.hidden = !fits;
      here += fits;
    }
    section.hidden = !here;
    shown += here;
  }
  count.textContent = count.dataset.count.replace("0", String(shown));
  const query = box.value ? `?q=${encodeURIComponent(box.value)}` : location.pathname;
  history.replaceState(null, "", query);
}

if (box) {
  box.form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  box.addEventListener("input", filter);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { box.value = ""; filter(); }
  });
  if (box.value) filter();
}
