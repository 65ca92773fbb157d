/** Paths of the icons of forms and of the dashboard, in 24 units. */
export const formIcons = {
  eye: 'M2 12s3.500-6 10-6 10 6 10 6-3.500 6-10 6S2 12 2 12ZM12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6Z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.500h.01',
  camera: 'M4 8h4l1.500-2.500h5L16 8h4v11H4zM12 16.500a3.500 3.500 0 1 1 0-7 3.500 3.500 0 0 1 0 7Z',
  globe: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  drag: 'M4 9h16M4 15h16',
  upload: 'M12 16V5M8 8.500 12 4.500l4 4M5 20h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
} as const;
