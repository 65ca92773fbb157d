/** Classes of what is at the bottom of the screen: above the dock, the word that there is no network, and the offer of an update. */
export const deletionBars =
  'no-print pointer-events-none bottom-[calc(64px+env(safe-area-inset-bottom))] z-25 grid gap-2 data-offline:bottom-[calc(104px+env(safe-area-inset-bottom))] desk:bottom-4 desk:data-offline:bottom-14 landscape:bottom-4 landscape:data-offline:bottom-14';
