/** Classes of a link above the heading of an editor. */
export const headLink = 'flex min-h-6 items-center gap-1.5 text-red';
