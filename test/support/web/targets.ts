/**
 * Run in a page: the targets for a finger that are too small by WCAG 2.2, 2.5.8, as texts. A target of less than 24 × 24
 * pixels needs a circle of that size for itself. Links in sentences are free.
 */
export const FIND_SMALL_TARGETS = `(() => {
  const SIZE = 24;
  const lettersBeside = (link) => {
    const block = link.closest("p, li, dd, figcaption, summary");
    if (block === null || getComputedStyle(link).display !== "inline") return 0;
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let letters = 0;
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest("a, .hide") === null) {
        letters += texts.currentNode.data.replace(/[^a-z]/gi, "").length;
      }
    }
    return letters;
  };
  const boxOf = (element) => (element.closest("label") ?? element).getBoundingClientRect();
  const targets = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea")]
    .filter((element) => element.checkVisibility() && !(element.localName === "a" && lettersBeside(element) >= 12))
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ box }) => box.width > 1.5 && box.height > 1.5 && box.right > 0);
  const isSmall = ({ width, height }) => Math.min(width, height) < SIZE - 0.1;
  const isNear = (x, y, box) => {
    const across = Math.max(box.left - x, 0, x - box.right);
    const down = Math.max(box.top - y, 0, y - box.bottom);
    if (Math.hypot(across, down) < SIZE / 2) return true;
    return isSmall(box) && Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) < SIZE;
  };
  return targets
    .filter(({ element, box }) => {
      if (!isSmall(box)) return false;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return targets.some(({ element: other, box: near }) => {
        const isSame = other.contains(element) || element.contains(other) || other.closest("label")?.contains(element);
        return !isSame && isNear(x, y, near);
      });
    })
    .map(({ element, box }) => Math.round(box.width) + " x " + Math.round(box.height) + ": " + element.outerHTML.slice(0, 120));
})()`;
