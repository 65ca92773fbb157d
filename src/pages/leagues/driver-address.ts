/** The address of a driver of the league that is shown, or of two of them side by side. */
export function driverAddress(id: string, against?: string): string {
  return `?${new URLSearchParams({ driver: id, ...(against === undefined ? {} : { against }) })}`;
}
