interface TrustedTypesPolicy {
  readonly createScriptURL: (url: string) => string;
}

interface TrustedTypesWindow {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: TrustedTypesPolicy) => TrustedTypesPolicy;
  };
}

/**
 * Creates the Trusted Types policy `name`, which accepts URLs that pass `isAllowed`; returns a function that marks a URL as
 * trusted. Call it once for each name: the server's Content-Security-Policy forbids duplicates.
 */
export function createScriptUrlPolicy(name: string, isAllowed: (url: string) => boolean): (url: string) => string {
  const { trustedTypes } = window as TrustedTypesWindow;
  const rules = {
    createScriptURL(url: string) {
      if (!isAllowed(url)) throw new TypeError(`The policy ${name} does not allow ${url}`);
      return url;
    },
  };
  const policy = trustedTypes?.createPolicy(name, rules) ?? rules;
  return (url) => policy.createScriptURL(url);
}
