declare module 'virtual:contract-fingerprint' {
  /** Names the schemas that this app was built with. */
  export const contractFingerprint: string;
}
