/** A name or a note after what a line says already; nothing where there is none. */
export function AfterDot({ text }: { text: string | null | undefined }) {
  if (text == null) return null;
  return (
    <>
      {' · '}
      <bdi>{text}</bdi>
    </>
  );
}
