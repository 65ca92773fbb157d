const links = [
  { href: '/privacy', label: 'Privacy Policy' },
  { href: '/impressum', label: 'Legal Notice/Impressum' },
  { href: '/tos', label: 'Terms of Service' },
  // These open a dialog once its code is loaded; until then they lead to a page that explains the same.
  { href: '/privacy#cookies', label: 'Cookie settings' },
  { href: '/privacy#device', label: 'On this device' },
  { href: '/faq#install', label: 'Install' },
];

/** The footer of every page. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-6 px-4 py-3 text-14 text-mute">
        {links.map(({ href, label }) => (
          <a key={href} href={href} className="flex min-h-11 items-center hover:text-text">
            {label}
          </a>
        ))}
        <p className="py-2 wide:ml-auto">All assets are property of their respective owners.</p>
      </div>
    </footer>
  );
}
