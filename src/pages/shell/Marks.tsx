/** The name of the product, as a link home. */
export function Logo() {
  return (
    <a
      href="/home"
      aria-label="Pitboard, home"
      className="grid h-11 place-items-center text-17 font-800 tracking-[0.06em]"
    >
      <span>
        PIT<b className="text-red">BOARD</b>
      </span>
    </a>
  );
}

const legal = [
  { href: '/privacy', word: 'Privacy Policy' },
  { href: '/impressum', word: 'Legal Notice/Impressum' },
  { href: '/tos', word: 'Terms of Service' },
  // What these do is loaded late; until then they lead to where it is told in words.
  { href: '/privacy#cookies', word: 'Cookie settings' },
  { href: '/privacy#device', word: 'On this device' },
  { href: '/faq#install', word: 'Install' },
];

/** Legal links and the sentence of spec §1. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-6 px-4 py-3 text-14 text-mute">
        {legal.map(({ href, word }) => (
          <a key={href} href={href} className="flex min-h-11 items-center hover:text-text">
            {word}
          </a>
        ))}
        <p className="py-2 wide:ml-auto">All assets are property of their respective owners.</p>
      </div>
    </footer>
  );
}
