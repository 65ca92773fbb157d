/** The head of the column that has the interval as well on a phone, no wider than a time on the narrowest. */
export function GapHead({ name }: { name: string }) {
  return (
    <>
      <span className="desk:hidden narrow:hidden">Gap / interval</span>
      <span className="hidden narrow:inline">Gap / int.</span>
      <span className="hidden desk:inline">{name}</span>
    </>
  );
}
