/** The head of the column that has the interval as well on a phone. */
export function GapHead({ name }: { name: string }) {
  return (
    <>
      <span className="desk:hidden">Gap / interval</span>
      <span className="hidden desk:inline">{name}</span>
    </>
  );
}
