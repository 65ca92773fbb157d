const legalLinks = [
  { href: '/privacy', label: 'Privacy Policy' },
  { href: '/impressum', label: 'Legal Notice/Impressum' },
  { href: '/tos', label: 'Terms of Service' },
];

const appLinks = [
  { href: '/licenses.txt', label: 'Open-source licences' },
  // These open a dialog once its code is loaded; until then they lead to a page that explains the same.
  { href: '/privacy#cookies', label: 'Cookie settings' },
  { href: '/privacy#device', label: 'On this device' },
  { href: '/faq#install', label: 'Install' },
];

/** The footer of every page. */
export function Footer() {
  return (
    <footer className="isolate mt-auto border-t border-line">
      <div className="mx-auto grid max-w-page px-4 py-2 text-12 text-mute desk:text-14">
        <p className="flex flex-wrap gap-x-4 desk:gap-x-6">
          <Links links={legalLinks} />
          <Links links={appLinks} />
        </p>
        <p className="py-1.5">All assets are property of their respective owners.</p>
      </div>
    </footer>
  );
}

function Links({ links }: { links: readonly { readonly href: string; readonly label: string }[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 desk:gap-x-6">
      {links.map(({ href, label }) => (
        <a key={href} href={href} className="flex min-h-11 items-center hover:text-text">
          {label}
        </a>
      ))}
    </span>
  );
}
