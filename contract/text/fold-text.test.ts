import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Ärger', 'arger'],
  ['A\u0308rger', 'arger'],
  ['Øresund', 'oresund'],
  ['straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['Kılıç', 'kilic'],
  ['ＦＵＬＬ', 'full'],
  ['Σίσυφος', 'σισυφοσ'],
  // Marks of other scripts are letters there.
  ['が', 'か\u3099'],
])('%s is compared as %s', (text, folded) => expect(foldText(text)).toBe(folded));
