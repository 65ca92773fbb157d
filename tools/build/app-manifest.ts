import type { ManifestOptions } from 'vite-plugin-pwa';
import { colours } from '../../contract/colours/colours.ts';

/** The files that sessions are read from, by media type. */
const sessionFiles = {
  'application/json': ['.json'],
  'text/csv': ['.csv'],
  'application/gzip': ['.gz'],
  'application/zip': ['.zip'],
};

/** The web app manifest: how the installed app is shown. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Pitboard',
  short_name: 'Pitboard',
  description: 'Race sessions, live timing, leagues and seasons for F1-style racing games.',
  start_url: '/home',
  scope: '/',
  lang: 'en',
  dir: 'ltr',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: colours.bg,
  background_color: colours.bg,
  categories: ['sports', 'games'],
  launch_handler: { client_mode: 'navigate-existing' },
  file_handlers: [{ action: '/dashboard/sessions', accept: sessionFiles }],
  // The service worker stores the files: share-target.ts.
  share_target: {
    action: '/dashboard/sessions',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'sessions', accept: Object.entries(sessionFiles).flat(2) }] },
  },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/icons/screen-home.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Latest results',
    },
    { src: '/icons/screen-race.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'A race' },
    {
      src: '/icons/screen-season-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'A season with its standings',
    },
  ],
  shortcuts: [
    { name: 'Live now', short_name: 'Live', url: '/live' },
    { name: 'Last results', short_name: 'Results', url: '/home' },
    { name: 'Leagues', url: '/leagues' },
  ],
};
