// What every page loads: quick keys, search as you type, previews of references, and the offline copy.
import { suggest } from "./seek.js";
import { previews } from "./preview.js";

const main = document.querySelector("main");

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const box = document.querySelector("[data-filter]") ?? document.querySelector("#q");
    if (box) {
      event.preventDefault();
      box.focus();
      box.select();
    }
  }
});

for (const box of document.querySelectorAll("input[data-suggest]")) suggest(box);
if (main) previews(main);

if ("serviceWorker" in navigator && window.isSecureContext) {
  const source = document.querySelector('link[rel="serviceworker"]');
  if (source) navigator.serviceWorker.register(source.href, { scope: "/" }).catch(() => {});
}
