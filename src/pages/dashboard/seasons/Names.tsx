/** Names of one driver or team. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
      {names.map((name, index) => (
        <span key={name}>
          {index === 0 ? null : <span className="text-mute">{' = '}</span>}
          <bdi className="font-650">{name}</bdi>
        </span>
      ))}
    </span>
  );
}
