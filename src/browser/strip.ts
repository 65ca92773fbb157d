/**
 * For the ref of an item: scrolls its strip sideways so that the item is in its middle; the page stays where it is. In the next
 * frame: measured at once, the page would be laid out before it is complete, and then again.
 */
export function centreInStrip(item: HTMLElement | null): (() => void) | undefined {
  const strip = item?.closest<HTMLElement>('.strip-x') ?? null;
  if (item === null || strip === null) return;
  const frame = requestAnimationFrame(() => {
    const [outer, inner] = [strip.getBoundingClientRect(), item.getBoundingClientRect()];
    strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  });
  return () => cancelAnimationFrame(frame);
}
