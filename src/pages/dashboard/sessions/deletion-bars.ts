/** Classes of bars at the bottom of the screen: above the dock, the network status and the update toast. */
export const deletionBars =
  'no-print pointer-events-none bottom-[calc(64px+env(safe-area-inset-bottom))] z-25 grid gap-2 data-offline:bottom-[calc(104px+env(safe-area-inset-bottom))] desk:bottom-4 desk:data-offline:bottom-14 landscape:bottom-4 landscape:data-offline:bottom-14';
