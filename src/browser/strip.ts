/** Scrolls a strip sideways so that one of its items is in its middle; the page stays where it is. */
export function centreInStrip(item: HTMLElement | null): void {
  const strip = item?.closest<HTMLElement>('.strip-x') ?? null;
  if (item === null || strip === null) return;
  const [outer, inner] = [strip.getBoundingClientRect(), item.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
