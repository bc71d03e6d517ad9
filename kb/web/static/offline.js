// Search over the kept copy: our notes and the rules text that this server held when it was last reached.
import { fold } from "./fold.js";

const box = document.querySelector("#offline-q");
const out = document.querySelector("#offline-results");
const says = document.querySelector("#offline-state");
const offer = document.querySelector("#offline-offer");
const ja = document.documentElement.lang === "ja";
const DATA = "/offline/data.json";
let data = null;

async function load() {
  const answer = await fetch(DATA);
  if (!answer.ok) throw new Error(String(answer.status));
  data = await answer.json();
  for (const one of data.terms) one.key = fold([one.en, one.ja, one.reading, ...one.also, one.note_en, one.note_ja, ...one.rules].join(" "));
  for (const one of data.rules) one.key = fold([one.number, one.en, one.ja].join(" "));
  tell(data.version);
}

function tell(version) {
  const shown = { edition: version.edition ?? "—", date: (version.data ?? "").slice(0, 10) || "—", terms: data.terms.length, rules: data.rules.length };
  says.textContent = says.dataset.says.replace(/\{(\w+)\}/g, (_, name) => shown[name]);
}

// Where the server is reached and holds something newer, the visitor is asked, never surprised.
async function newer() {
  try {
    const answer = await fetch("/offline/version.json", { cache: "no-store" });
    if (!answer.ok) return;
    const there = await answer.json();
    if (JSON.stringify(there) === JSON.stringify(data.version)) return;
    offer.querySelector("span").textContent = offer.dataset.says.replace("{edition}", there.edition ?? "—");
    offer.hidden = false;
    offer.querySelector("button").addEventListener("click", async () => {
      const worker = await navigator.serviceWorker?.ready;
      worker?.active?.postMessage("renew");
      navigator.serviceWorker?.addEventListener("message", (event) => { if (event.data === "renewed") location.reload(); });
    });
  } catch { /* no network: the kept copy is what there is */ }
}

function find(text) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const whole = fold(text.trim());
  const score = (one, names) => {
    if (!words.every((word) => one.key.includes(word))) return 0;
    if (names.some((name) => name === whole)) return 9;
    if (names.some((name) => name.startsWith(whole))) return 5;
    return names.some((name) => name.includes(whole)) ? 3 : 1;
  };
  const terms = data.terms.map((one) => [score(one, [one.en, one.ja, one.reading, ...one.also].map(fold)), "term", one]);
  const rules = data.rules.map((one) => [score(one, [one.number, ...(one.title ? [fold(one.title)] : [])]), "rule", one]);
  return [...terms, ...rules].filter(([points]) => points).sort((one, other) => other[0] - one[0]).slice(0, 60);
}

function element(name, props, ...children) {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children.filter((child) => child != null && child !== ""));
  return made;
}

function show() {
  const found = find(box.value);
  out.replaceChildren(...found.map(([, kind, one]) => kind === "term" ? term(one) : rule(one)));
  if (box.value.trim() && !found.length) out.append(element("li", { className: "lead" }, out.dataset.none));
  const query = box.value.trim() ? `?q=${encodeURIComponent(box.value.trim())}` : "";
  history.replaceState(null, "", `/offline${query}`);
}

function term(one) {
  const notes = ja ? [["ja", one.note_ja], ["en", one.note_en]] : [["en", one.note_en], ["ja", one.note_ja]];
  const links = one.rules.map((number) => element("a", { className: "number", href: `/offline?q=${number}` }, number));
  return element("li", { className: "hit" },
    element("h2", {}, element("span", { lang: "en" }, one.en), " ", element("span", { lang: "ja", className: "aside" }, one.ja)),
    ...notes.map(([lang, text]) => element("p", { lang }, text)),
    element("p", { className: "small" }, ...links.flatMap((link) => [link, " "])));
}

function rule(one) {
  return element("li", { className: "hit" },
    element("h2", {}, element("a", { className: "number", href: `/rules/${one.number}` }, one.number), " ", one.title ?? ""),
    one.en ? element("p", { lang: "en", className: "text" }, one.en) : null,
    one.ja ? element("p", { lang: "ja", className: "text" }, one.ja) : null);
}

// The worker gives this page in place of one that cannot be reached: the address says what was wanted.
function wanted() {
  const query = new URLSearchParams(location.search).get("q");
  if (query) return query;
  const [, folder, name] = decodeURIComponent(location.pathname).split("/");
  return ["rules", "terms", "glossary", "cards", "wiki"].includes(folder) && name ? name : "";
}

if (box) {
  box.value ||= wanted();
  load().then(() => {
    if (box.value) show();
    box.addEventListener("input", show);
    box.form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
    out.dataset.ready = "yes";
    newer();
  }).catch(() => { says.textContent = says.dataset.nothing; });
}
