/** The product's name, as a link to the home page. */
export function Logo() {
  return (
    <a
      href="/home"
      aria-label="Pitboard, home"
      className="grid h-11 place-items-center text-17 font-800 [letter-spacing:0.06em]"
    >
      <span>
        PIT<b className="text-red">BOARD</b>
      </span>
    </a>
  );
}
