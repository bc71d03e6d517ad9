// Steps through what happened, one frame at a time; and copies the address of a scenario.
const viewer = document.querySelector(".viewer");
if (viewer) {
  const frames = [...viewer.querySelectorAll(".frames > li")];
  const bar = viewer.querySelector(".stepper");
  const place = viewer.querySelector("[data-place]");
  let at = 0;
  const show = (next) => {
    at = Math.max(0, Math.min(frames.length - 1, next));
    frames.forEach((frame, index) => {
      frame.hidden = index !== at;
      frame.querySelector("details").open = index === at;
    });
    place.textContent = `${at + 1} / ${frames.length}`;
  };
  const moves = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => frames.length - 1 };
  bar.hidden = false;
  bar.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]")?.dataset.go;
    if (go) show(moves[go]());
  });
  viewer.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") show(at + 1);
    if (event.key === "ArrowLeft") show(at - 1);
  });
  show(0);
}
const copy = document.querySelector("[data-copy]");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector("#share").href);
    copy.textContent = copy.dataset.copy;
  });
}
