// A look at what a reference leads to: on hover or focus, and on the first tap where there is no pointer to hover with.
const SHOWN = 'a[href^="/rules/"], a[href^="/terms/"], a[href^="/glossary/"]';
const kept = new Map();
let box = null;
let owner = null;
let timer = 0;

export function previews(root) {
  root.addEventListener("pointerover", (event) => {
    const link = event.target.closest?.(SHOWN);
    if (!link || event.pointerType !== "mouse" || !fits(link)) return;
    later(() => open(link), 280);
  });
  root.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && event.target.closest?.(SHOWN)) later(close, 350);
  });
  root.addEventListener("focusin", (event) => {
    const link = event.target.closest?.(SHOWN);
    if (link && fits(link) && link.matches(":focus-visible")) later(() => open(link), 500);
  });
  root.addEventListener("focusout", () => later(close, 200));
  root.addEventListener("click", (event) => {
    const link = event.target.closest?.(SHOWN);
    const hovers = matchMedia("(hover: hover)").matches;
    if (!link || hovers || event.detail === 0 || !link.closest(".text, .example, .preview-here") || owner === link) return;
    event.preventDefault();
    open(link);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  document.addEventListener("pointerdown", (event) => {
    if (box && !box.contains(event.target) && event.target.closest?.("a") !== owner) close();
  });
}

function fits(link) {
  return !link.closest(".preview, .pages, .crumbs, .contents, .quickref") && !link.pathname.endsWith("/trace")
    && link.pathname !== location.pathname;
}

function later(what, delay) {
  clearTimeout(timer);
  timer = setTimeout(what, delay);
}

async function open(link) {
  const path = link.pathname;
  if (!kept.has(path)) {
    const answer = await fetch(`/api/v1${path}?fields=${path.startsWith("/terms/") ? "title,note,rules" : fields(path)}`);
    if (!answer.ok) return;
    kept.set(path, await answer.json());
  }
  close();
  owner = link;
  box = document.createElement("div");
  box.className = "preview";
  box.id = "preview";
  box.setAttribute("role", "tooltip");
  box.append(...parts(kept.get(path), path));
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", () => later(close, 250));
  document.body.append(box);
  link.setAttribute("aria-describedby", "preview");
  place(link);
}

function fields(path) {
  if (path.startsWith("/glossary/")) return "term,text,title";
  return /[-–]/.test(decodeURIComponent(path)) ? "rules" : "number,text,title";
}

function parts(found, path) {
  const ja = document.documentElement.lang === "ja";
  const made = [];
  const rules = found.rules && !found.note ? found.rules.slice(0, 4) : [found];
  for (const one of rules) {
    const texts = one.note ?? one.text ?? {};
    const lang = (ja ? texts.ja && "ja" : texts.en && "en") || (texts.en ? "en" : "ja");
    const head = document.createElement("p");
    head.className = "head";
    head.append([one.number, ja ? one.title?.ja ?? one.title?.en : one.title?.en].filter(Boolean).join(" ") || decodeURIComponent(path));
    made.push(head);
    const text = texts[lang];
    if (text && text !== one.title?.en) {
      const line = document.createElement("p");
      line.lang = lang;
      line.className = "said";
      line.textContent = text.length > 420 ? `${text.slice(0, 420)}…` : text;
      made.push(line);
    }
  }
  const more = document.createElement("a");
  more.href = path;
  more.textContent = document.body.dataset.open ?? "Open";
  made.push(more);
  return made;
}

function place(link) {
  const [around] = link.getClientRects();
  const width = Math.min(416, document.documentElement.clientWidth - 16);
  box.style.width = `${width}px`;
  box.style.left = `${Math.max(8, Math.min(around.left, document.documentElement.clientWidth - width - 8))}px`;
  const below = around.bottom + 6;
  const fitsBelow = below + box.offsetHeight < innerHeight || around.top < innerHeight / 2;
  box.style.top = `${fitsBelow ? below : Math.max(8, around.top - box.offsetHeight - 6)}px`;
}

function close() {
  clearTimeout(timer);
  owner?.removeAttribute("aria-describedby");
  box?.remove();
  box = owner = null;
}
addEventListener("scroll", () => { if (box) close(); }, { passive: true });
