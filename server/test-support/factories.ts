import type { Language } from '@wattle/contract/rules/languages.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '@wattle/contract/operation.ts';
import type { AppContext } from '../src/compose/context.ts';
import type { BrandSettings } from '../src/features/brands/brand-settings.ts';
import { forgetBrands } from '../src/features/brands/find-brand.ts';
import { signAccessToken } from '../src/http/auth.ts';
import { mask, panForPin, withCheckDigit } from './card-number.ts';
import type {
  TestTenant,
  TestBrand,
  TestProduct,
  TestHolder,
  TestAccount,
  TestCard,
  TestWebAccount,
} from './given-types.ts';
import { openWith } from './ledger/opening-balance.ts';
import { PLAIN_SETTINGS } from './processes/plain-settings.ts';

/** Each test creates its own rows, numbered consecutively above those of the demo programme. */
let serial = 1_000;
const next = () => ++serial;

export type { TestTenant, TestBrand, TestProduct, TestHolder, TestAccount, TestCard, TestWebAccount };

const insert = async <Row>(
  ctx: AppContext,
  tenantId: number,
  sql: string,
  values: readonly unknown[],
): Promise<Row> => {
  const row = await ctx.database.transact(tenantId, (tx) => tx.first<Row>(sql, values));
  if (!row) throw new Error('nothing was inserted');
  return row;
};

export async function givenTenant(ctx: AppContext, given: Partial<TestTenant> = {}): Promise<TestTenant> {
  const id = given.id ?? next();
  const tenant = { id, name: given.name ?? `Tenant ${id}` };
  await insert(ctx, id, 'INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3) RETURNING id', [
    id,
    tenant.name,
    new Date(ctx.clocks.business.now()),
  ]);
  return tenant;
}

type BrandGiven = {
  readonly tenant?: TestTenant;
  readonly identifier?: string;
  readonly name?: string;
  readonly settings?: Partial<BrandSettings>;
  readonly texts?: { enAU: Record<string, string>; zhCN: Record<string, string> };
};

export async function givenBrand(ctx: AppContext, given: BrandGiven = {}): Promise<TestBrand> {
  const tenant = given.tenant ?? (await givenTenant(ctx));
  const id = next();
  const identifier = given.identifier ?? `brand${id}`;
  const name = given.name ?? `Brand ${id}`;
  const settings = { ...PLAIN_SETTINGS, BrandUrl: `https://${identifier}.example`, ...given.settings };
  await insert(
    ctx,
    tenant.id,
    `INSERT INTO brand (id, tenant_id, identifier, name, settings, texts, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      id,
      tenant.id,
      identifier,
      name,
      JSON.stringify(settings),
      JSON.stringify(given.texts ?? { enAU: {}, zhCN: {} }),
      new Date(ctx.clocks.business.now()),
    ],
  );
  forgetBrands(ctx);
  return { id, tenantId: tenant.id, identifier, name };
}

export type ProductGiven = {
  readonly brand?: TestBrand;
  readonly type?: 1 | 2 | 3;
  readonly scheme?: string;
  readonly isReloadable?: boolean;
  readonly isVirtual?: boolean;
  readonly isUpgradeable?: boolean;
  readonly art?: string;
  readonly settings?: object;
};

export async function givenProduct(ctx: AppContext, given: ProductGiven = {}): Promise<TestProduct> {
  const brand = given.brand ?? (await givenBrand(ctx));
  const id = next();
  await insert(
    ctx,
    brand.tenantId,
    `INSERT INTO product (id, tenant_id, brand_id, name, product_type, scheme, is_reloadable, is_virtual,
                          is_upgradeable, art, art_is_dark, settings)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11) RETURNING id`,
    [
      id,
      brand.tenantId,
      brand.id,
      `Product ${id}`,
      given.type ?? 3,
      given.scheme ?? 'Visa',
      given.isReloadable ?? true,
      given.isVirtual ?? false,
      given.isUpgradeable ?? false,
      given.art ?? 'everyday',
      // Payments require no proof unless a test enables it.
      JSON.stringify({ stepUpAmount: null, scamHoldAmount: null, ...given.settings }),
    ],
  );
  return { id, brand };
}

type HolderGiven = {
  readonly brand?: TestBrand;
  readonly firstName?: string;
  readonly surname?: string;
  readonly email?: string;
  readonly mobile?: string;
  readonly dateOfBirth?: string;
  readonly language?: Language;
  readonly isVerified?: boolean;
};

export async function givenHolder(ctx: AppContext, given: HolderGiven = {}): Promise<TestHolder> {
  const brand = given.brand ?? (await givenBrand(ctx));
  const number = next();
  const firstName = given.firstName ?? `Holder${number}`;
  const email = given.email ?? `holder${number}@example.com`;
  const { id } = await insert<{ id: bigint }>(
    ctx,
    brand.tenantId,
    `INSERT INTO holder (tenant_id, brand_id, first_name, surname, email, mobile, date_of_birth, language, is_kyc_verified)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      brand.tenantId,
      brand.id,
      firstName,
      given.surname ?? 'Example',
      email,
      given.mobile ?? `04${String(number).padStart(8, '0')}`,
      given.dateOfBirth ?? '1990-02-01',
      given.language ?? 'enAU',
      given.isVerified ?? true,
    ],
  );
  return { id, brand, firstName, email };
}

type AccountGiven = {
  readonly brand?: TestBrand;
  readonly holder?: TestHolder;
  readonly accountNumber?: string;
  /** Cents of an opening deposit. */
  readonly balance?: bigint;
  /** True: the account gets its holder with its first card. */
  readonly hasNoHolder?: boolean;
};

export async function givenAccount(ctx: AppContext, given: AccountGiven = {}): Promise<TestAccount> {
  const holder = given.holder ?? (await givenHolder(ctx, given.brand ? { brand: given.brand } : {}));
  const { brand } = holder;
  const accountNumber = given.accountNumber ?? String(300_000_000 + next());
  return ctx.database.transact(brand.tenantId, async (tx) => {
    const ledgerAccountId = await openWith(ctx, tx, brand.tenantId, given.balance ?? 0n);
    const row = await tx.first<{ id: bigint }>(
      `INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id)
       VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [brand.tenantId, brand.id, accountNumber, ledgerAccountId, given.hasNoHolder ? null : holder.id],
    );
    if (!row) throw new Error('no account was inserted');
    return { id: row.id, brand, holder, accountNumber, ledgerAccountId };
  });
}

/** Valid card number: 9036, then the serial number. */
export function givenPan(digits: 16 | 19 = 16): string {
  return withCheckDigit(`9036${String(next()).padStart(digits - 5, '0')}`);
}

export type CardGiven = {
  readonly brand?: TestBrand;
  readonly account?: TestAccount;
  /** Null: no holder yet. */
  readonly holder?: TestHolder | null;
  readonly product?: TestProduct;
  readonly status?: string;
  readonly pan?: string;
  readonly cardId?: string;
  /** Null: without an access code. */
  readonly accessCode?: string | null;
  readonly expiry?: string;
  readonly balance?: bigint;
  readonly isDefault?: boolean;
  readonly name?: string;
  /** Cents per day. */
  readonly spendLimit?: bigint;
  readonly pin?: string;
  readonly activationCode?: string;
  readonly activationCheck?: 'none' | 'ekyc' | 'maidenName' | 'questions' | 'terms';
};

export async function givenCard(ctx: AppContext, given: CardGiven = {}): Promise<TestCard> {
  const account =
    given.account ??
    (await givenAccount(ctx, {
      ...(given.brand && { brand: given.brand }),
      ...(given.holder && { holder: given.holder }),
      balance: given.balance ?? 0n,
    }));
  const { brand } = account;
  const holder = given.holder === undefined ? account.holder : given.holder;
  const product = given.product ?? (await givenProduct(ctx, { brand }));
  const pan = given.pan ?? (given.pin === undefined ? givenPan() : panForPin(ctx.secrets, given.pin, givenPan));
  const cardId = given.cardId ?? String(10_000_000_000 + next());
  const accessCode = given.accessCode === undefined ? '135790' : given.accessCode;
  const expiry = given.expiry ?? '2029-11';
  const { hash, keyVersion } = ctx.secrets.panHash(pan);
  const pvvKeyIndex = 1;
  const accessCodeHash = accessCode === null ? null : await ctx.secrets.hashSecret(accessCode);
  const { activationCode: code } = given;
  const activationCodeHash = code === undefined ? null : await ctx.secrets.hashSecret(code);
  const id = await ctx.database.transact(brand.tenantId, async (tx) => {
    // The number is sealed with the card's id, so the id is drawn first.
    const row = await tx.first<{ id: bigint }>("SELECT nextval(pg_get_serial_sequence('card', 'id')) AS id");
    if (!row) throw new Error('no id for the card');
    const sealed = ctx.secrets.encrypt(pan, 'pan', row.id);
    await tx.run(
      `INSERT INTO card (id, tenant_id, brand_id, product_id, member_account_id, holder_id, pan_cipher, pan_key_version,
                         pan_hash, pan_hash_key_version, masked_number, last4, card_id, expiry, status, card_name,
                         is_default, spend_limit, access_code_hash, pvv, pvv_key_index, created_at,
                         activation_code_hash, activation_check)
       OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
               $23, $24)`,
      [
        row.id,
        brand.tenantId,
        brand.id,
        product.id,
        account.id,
        holder?.id ?? null,
        sealed.cipher,
        sealed.keyVersion,
        hash,
        keyVersion,
        mask(pan),
        pan.slice(-4),
        cardId,
        expiry,
        given.status ?? 'Active',
        given.name ?? `Card ${pan.slice(-4)}`,
        given.isDefault ?? false,
        given.spendLimit ?? null,
        accessCodeHash,
        given.pin === undefined ? null : ctx.secrets.pvv(pan, pvvKeyIndex, given.pin),
        given.pin === undefined ? null : pvvKeyIndex,
        new Date(ctx.clocks.business.now()),
        activationCodeHash,
        given.activationCheck ?? 'none',
      ],
    );
    return row.id;
  });
  const reference = { AccountNumber: account.accountNumber, MaskedCardNumber: mask(pan), ExpirationDate: expiry };
  return {
    id,
    brand,
    account,
    holder,
    pan,
    cardId,
    accessCode: accessCode ?? '',
    expiry,
    maskedNumber: mask(pan),
    reference,
  };
}

export type WebAccountGiven = {
  readonly brand?: TestBrand;
  readonly holder?: TestHolder;
  readonly account?: TestAccount;
  readonly password?: string;
  /** In folded form; default: the holder's email. */
  readonly username?: string;
  /** All sign-in names; default: the username as `email`. */
  readonly names?: readonly { name: string; kind: 'email' | 'account' | 'mobile' | 'nominee' | 'username' }[];
  /** Two digits, for a nominee. */
  readonly extension?: string;
};

export async function givenWebAccount(ctx: AppContext, given: WebAccountGiven = {}): Promise<TestWebAccount> {
  const holder =
    given.holder ?? given.account?.holder ?? (await givenHolder(ctx, given.brand ? { brand: given.brand } : {}));
  const account = given.account ?? (await givenAccount(ctx, { holder }));
  const { brand } = holder;
  const password = given.password ?? 'Golden-Wattle-2026';
  const username =
    given.username ?? (given.extension === undefined ? holder.email : `${account.accountNumber}-${given.extension}`);
  const names = given.names ?? [
    { name: username, kind: given.extension === undefined ? ('email' as const) : ('nominee' as const) },
  ];
  const passwordHash = await ctx.secrets.hashSecret(password);
  const id = await ctx.database.transact(brand.tenantId, async (tx) => {
    const row = await tx.first<{ id: bigint }>(
      `INSERT INTO web_account (tenant_id, brand_id, holder_id, member_account_id, role, extension, username,
                                password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      [
        brand.tenantId,
        brand.id,
        holder.id,
        account.id,
        given.extension === undefined ? 'primary' : 'nominee',
        given.extension ?? null,
        username,
        passwordHash,
        new Date(ctx.clocks.business.now()),
      ],
    );
    if (!row) throw new Error('no web account was inserted');
    for (const { name, kind } of names) {
      await tx.run(
        'INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)',
        [brand.tenantId, brand.id, name, kind, row.id],
      );
    }
    return row.id;
  });
  return { id, brand, holder, account, username, password };
}

function scopeOf(who: { readonly card: TestCard } | { readonly webAccount: TestWebAccount }): Scope {
  return 'card' in who ? 'card' : 'password';
}

/** Session without the cost of a password, with its access token. Default scope: `card` or `password`. */
export async function givenSession(
  ctx: AppContext,
  who: { readonly card: TestCard } | { readonly webAccount: TestWebAccount },
  scope: Scope = scopeOf(who),
): Promise<{ readonly id: string; readonly token: string; readonly headers: { authorization: string } }> {
  const id = randomUUID();
  const { brand, holder } = 'card' in who ? who.card : who.webAccount;
  const now = ctx.clocks.security.now();
  const { absoluteCardMs, absoluteUserMs } = ctx.config.session;
  const endsAt = now + (scope === 'card' ? absoluteCardMs : absoluteUserMs);
  await insert(
    ctx,
    brand.tenantId,
    `INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, card_id, holder_id,
                          created_at, last_active_at, refreshed_at, ends_at, subject_hash,
                          proved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, $10, $11) RETURNING id`,
    [
      id,
      brand.tenantId,
      brand.id,
      scope,
      'card' in who ? null : who.webAccount.id,
      'card' in who ? who.card.id : null,
      holder?.id ?? null,
      new Date(now),
      new Date(endsAt),
      scope === 'cardaccess' || scope === 'accountnumber' ? randomBytes(32) : null,
      scope === 'password' || scope === 'card' ? new Date(now) : null,
    ],
  );
  const token = await signAccessToken(ctx, { sessionId: id, tenantId: brand.tenantId, brandId: brand.id, scope });
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}
