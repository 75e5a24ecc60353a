import * as z from 'zod';
import { assetAddress, brandsOfProgramme } from '../brands/public.ts';
import { deskCommand } from '../desk/public.ts';

/** The brands of the programme, with what the desk in a browser wears of them. */
export const programmeCommand = deskCommand({
  name: 'programme',
  title: 'Brands of the programme',
  summary: 'List the brands of the programme, with their colours and time zone',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    brand: z.string(),
    name: z.string(),
    site: z.string(),
    timeZone: z.string(),
    colours: z.string(),
  }),
  async run({ ctx, staff }) {
    const brands = await brandsOfProgramme(ctx, staff.tenantId);
    return {
      ok: true,
      rows: brands.map((brand) => ({
        brand: brand.identifier,
        name: brand.name,
        site: brand.settings.BrandUrl,
        timeZone: brand.settings.TimeZone,
        colours: assetAddress(brand, 'tokens.css'),
      })),
    };
  },
});
