import sharp from 'sharp';
import { colours } from '#contract/colours/colours';

/** Draws the image of a league: its initials on a striped background. PNG as base64. */
export async function drawLeagueImage(
  initials: string,
  background: string,
  accent: string,
  stripes: number,
): Promise<string> {
  const bars = Array.from({ length: stripes }, (_, index) => {
    const x = 60 + index * (400 / Math.max(1, stripes - 1 || 1));
    return `<rect x="${x - 14}" y="-80" width="28" height="700" fill="${accent}" opacity="${0.14 + index * 0.05}" transform="rotate(24 256 256)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <rect width="512" height="512" fill="${background}"/>${bars.join('')}
    <rect x="0" y="436" width="512" height="76" fill="${colours.bg}" opacity=".55"/>
    <text x="256" y="318" font-family="DejaVu Sans, Arial, sans-serif" font-weight="700" font-size="190" fill="${colours.text}" text-anchor="middle">${initials}</text>
    <rect x="56" y="464" width="400" height="16" fill="${accent}"/>
  </svg>`;
  const image = await sharp(Buffer.from(svg)).png().toBuffer();
  return image.toString('base64');
}
