/** Classes of the results tables. */
export const headerCell = 'h-6 desk:h-9 px-1.5 narrow:px-1 text-12 font-500 text-mute whitespace-nowrap';
export const bodyCell = 'px-1.5 narrow:px-1';
export const wideOnly = 'hidden desk:table-cell';
export const bodyRow = 'h-11 border-b border-hair desk:h-11.5';
/** Below the header of the site and the tabs of the page. */
export const stickyHead = 'wide:sticky wide:top-[105px] wide:z-10 wide:bg-bg';
