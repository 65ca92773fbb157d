/** Stands in the link of a card: without a network it says that the page behind it is not on this device. */
export function Away() {
  return <span className="hidden text-amber group-data-away:inline">Not on this device · </span>;
}
