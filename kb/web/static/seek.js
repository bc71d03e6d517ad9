// Search as you type: a list of hits below a search box, grouped by kind; a plain form without it.
const GROUPS = {
  section: "rules", chapter: "rules", rule: "rules", subrule: "rules",
  glossary: "terms", term: "terms", card: "cards", ruling: "rulings", wiki: "wiki",
};
let lists = 0;

export function suggest(box) {
  const list = document.createElement("div");
  list.id = `hits-${++lists}`;
  list.className = "suggest";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", box.dataset.suggest);
  list.hidden = true;
  box.form.append(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-expanded", "false");
  box.setAttribute("aria-controls", list.id);
  const names = JSON.parse(box.dataset.groups ?? "{}");
  const page = document.querySelector("#results");
  let options = [];
  let at = -1;
  let asked = 0;
  let timer = 0;
  let composing = false;

  const close = () => {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
    at = -1;
  };
  const choose = (next) => {
    if (!options.length) return;
    options[at]?.setAttribute("aria-selected", "false");
    at = (next + options.length + 1) % (options.length + 1);
    if (at === options.length) at = -1;
    const one = options[at];
    if (one) {
      one.setAttribute("aria-selected", "true");
      box.setAttribute("aria-activedescendant", one.id);
      one.scrollIntoView({ block: "nearest" });
    } else box.removeAttribute("aria-activedescendant");
  };
  const show = (found) => {
    list.replaceChildren();
    options = [];
    at = -1;
    const groups = new Map();
    for (const hit of found.hits) {
      const name = GROUPS[hit.kind] ?? hit.kind;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(hit);
    }
    for (const [name, hits] of groups) {
      const group = document.createElement("div");
      group.setAttribute("role", "group");
      const head = document.createElement("span");
      head.className = "head";
      head.id = `${list.id}-${name}`;
      head.textContent = names[name] ?? name;
      group.setAttribute("aria-labelledby", head.id);
      group.append(head);
      for (const hit of hits) {
        const one = document.createElement("a");
        one.href = hit.url;
        one.id = `${list.id}-${options.length}`;
        one.tabIndex = -1;
        one.setAttribute("role", "option");
        one.setAttribute("aria-selected", "false");
        one.lang = hit.lang;
        one.append(hit.title);
        if (hit.title_ja && !hit.title.includes(hit.title_ja)) {
          const ja = document.createElement("span");
          ja.className = "aside";
          ja.lang = "ja";
          ja.textContent = ` ${hit.title_ja}`;
          one.append(ja);
        }
        group.append(one);
        options.push(one);
      }
      list.append(group);
    }
    const any = options.length > 0;
    list.hidden = !any;
    box.setAttribute("aria-expanded", String(any));
  };
  const ask = async () => {
    const q = box.value.trim();
    const mine = ++asked;
    if (!q) return close();
    try {
      if (page && box.form.contains(document.activeElement)) await live(q, () => mine === asked, page);
      else {
        const query = new URLSearchParams({ q, limit: "8", lang: document.documentElement.lang, fields: "hits" });
        const answer = await fetch(`/api/v1/search?${query}`);
        if (answer.ok && mine === asked && document.activeElement === box) show(await answer.json());
      }
    } catch { /* without network the form still works, or the offline copy answers */ }
  };
  box.addEventListener("compositionstart", () => { composing = true; });
  box.addEventListener("compositionend", () => { composing = false; box.dispatchEvent(new Event("input")); });
  box.addEventListener("input", () => {
    if (composing) return;
    clearTimeout(timer);
    timer = setTimeout(ask, 130);
  });
  box.addEventListener("keydown", (event) => {
    if (composing || event.isComposing) return;
    if (event.key === "ArrowDown") { event.preventDefault(); page && list.hidden ? first(page) : choose(at + 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); choose(at < 0 ? options.length - 1 : at - 1); }
    else if (event.key === "Enter" && at >= 0) { event.preventDefault(); options[at].click(); }
    else if (event.key === "Escape") { if (!list.hidden) { event.preventDefault(); close(); } else box.value = ""; }
  });
  box.addEventListener("blur", () => setTimeout(() => { if (!list.contains(document.activeElement)) close(); }, 150));
  list.addEventListener("mousedown", (event) => event.preventDefault());
  if (page) moves(page, box);
}

// On the search page the results themselves follow what is typed, and the address with them.
async function live(q, current, page) {
  const query = new URLSearchParams(location.search);
  query.set("q", q);
  query.delete("page");
  const address = `/search?${query}`;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok || !current()) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#results");
  if (!made || !current()) return; // a bare number: Enter goes to its rule
  page.replaceChildren(...made.childNodes);
  history.replaceState(null, "", address);
}

function first(page) {
  page.querySelector(".hit a")?.focus();
}

// Arrows walk through the results once they hold the focus; Escape goes back to the box.
function moves(page, box) {
  page.addEventListener("keydown", (event) => {
    const links = [...page.querySelectorAll(".hit h3 a")];
    const here = links.indexOf(document.activeElement);
    if (event.key === "Escape") { box.focus(); box.select(); }
    if (here < 0) return;
    if (event.key === "ArrowDown") { event.preventDefault(); links[Math.min(here + 1, links.length - 1)].focus(); }
    if (event.key === "ArrowUp") { event.preventDefault(); here ? links[here - 1].focus() : box.focus(); }
  });
}
