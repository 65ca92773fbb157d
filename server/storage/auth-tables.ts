import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, instant } from './column-types.ts';

/** An entry of the `amr` claim: how a login was signed in, with the time in s. */
export interface Method {
  readonly method: string;
  readonly timestamp: number;
}

/** Users of the embedded sign-in. Passwords are stored only as hashes. */
export const authUsers = pgTable(
  'auth_users',
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    email: text(),
    /** Digits only, without the plus. */
    phone: text(),
    passwordHash: text('password_hash'),
    emailConfirmedAt: instant('email_confirmed_at'),
    /** The address was accepted without a mail: its owner has not confirmed it. */
    isEmailUnproven: boolean('is_email_unproven').notNull().default(false),
    phoneConfirmedAt: instant('phone_confirmed_at'),
    confirmationSentAt: instant('confirmation_sent_at'),
    recoverySentAt: instant('recovery_sent_at'),
    newEmail: text('new_email'),
    emailChangeSentAt: instant('email_change_sent_at'),
    /** One of the two addresses has confirmed a change that both must confirm. */
    isHalfChanged: boolean('is_half_changed').notNull().default(false),
    lastSignInAt: instant('last_sign_in_at'),
    bannedUntil: instant('banned_until'),
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('auth_users_email').on(table.email), uniqueIndex('auth_users_phone').on(table.phone)],
);

/** Logins that have not ended. */
export const logins = pgTable(
  'auth_sessions',
  {
    id: uuid().primaryKey(),
    userId: belongsTo('user_id', () => authUsers.id),
    methods: jsonb().$type<Method[]>().notNull(),
    /** The id of the key that signed the last access token; null until this release has seen the login. */
    signedBy: text('signed_by'),
    createdAt: instant('created_at').notNull(),
    refreshedAt: instant('refreshed_at').notNull(),
  },
  (table) => [index('auth_sessions_of_user').on(table.userId)],
);

/** Refresh tokens by hash. `child` is the next token, encrypted with this one. */
export const refreshTokens = pgTable(
  'auth_refresh_tokens',
  {
    hash: text().primaryKey(),
    loginId: belongsTo('session_id', () => logins.id),
    parent: text(),
    isRevoked: boolean('is_revoked').notNull().default(false),
    child: bytes(),
    createdAt: instant('created_at').notNull(),
    /** When the token was rotated. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('auth_refresh_tokens_of_session').on(table.loginId, table.createdAt.desc()),
    index('auth_refresh_tokens_replaced').on(table.updatedAt).where(sql`is_revoked`),
  ],
);

/** The kinds of mails and text messages that are sent before an account exists. */
export type SignUpKind = 'signup' | 'recovery' | 'sms';

export type MailKind = SignUpKind | 'email_change' | 'email_change_current' | 'reauthentication';

/**
 * Unconfirmed sign-ups: one for each mail or text message, with the content of the account that is created when it is
 * redeemed. There is no user before. A mail to an address with an account is never sent, and redeems nothing.
 */
export const pendingSignUps = pgTable(
  'auth_sign_ups',
  {
    /** SHA-256 of the link's token, which starts with pkce_ in a PKCE flow. */
    hash: text().primaryKey(),
    kind: text().$type<SignUpKind>().notNull(),
    /** The e-mail address or phone number. */
    address: text().notNull(),
    /** HMAC of the address and the code. */
    codeHash: text('code_hash').notNull(),
    /** Null: the account gets no password before its owner sets one. */
    passwordHash: text('password_hash'),
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull(),
    /** HMAC of the network that asked for it. */
    clientHash: text('client_hash'),
    /** SHA-256 of the device id that the app sent; null for other clients. */
    deviceHash: text('device_hash'),
    /** SHA-256 of the invitation that it came with; it is used when the account is created. */
    inviteHash: text('invite_hash'),
    /** The challenge of a PKCE flow. */
    challenge: text(),
    isHashed: boolean('is_hashed').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('auth_sign_ups_address').on(table.address, table.createdAt.desc()),
    index('auth_sign_ups_created_at').on(table.createdAt),
  ],
);

/** Invitations that were not used yet: each is for one account. */
export const invites = pgTable('auth_invites', {
  id: uuid().primaryKey(),
  /** SHA-256 of the token in its link. */
  hash: text().notNull().unique(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Wrong codes by kind and address or account. The key is an HMAC of them. */
export const wrongCodes = pgTable('auth_wrong_codes', {
  key: text().primaryKey(),
  count: smallint().notNull(),
  lastAt: instant('last_at').notNull(),
});

/** Tokens of the mails of an account, as hashes: one per kind and user. */
export const mailTokens = pgTable(
  'auth_mail_tokens',
  {
    userId: belongsTo('user_id', () => authUsers.id),
    kind: text().$type<MailKind>().notNull(),
    /** The address that the mail was sent to: the token proves nothing about another one. Null from the release before. */
    address: text(),
    /** SHA-256 of the link's token, which starts with pkce_ in a PKCE flow. */
    hash: text().notNull(),
    /** HMAC of the address and the code. */
    codeHash: text('code_hash').notNull(),
    /** The release before counts wrong codes here. */
    attempts: smallint().notNull().default(0),
    flowId: uuid('flow_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('auth_mail_tokens_kind').on(table.userId, table.kind),
    uniqueIndex('auth_mail_tokens_hash').on(table.hash),
    index('auth_mail_tokens_address').on(table.address),
  ],
);

/** PKCE flows, from sending a mail to the exchange of the code. */
export const flows = pgTable('auth_flows', {
  id: uuid().primaryKey(),
  userId: belongsTo('user_id', () => authUsers.id),
  challenge: text().notNull(),
  isHashed: boolean('is_hashed').notNull(),
  method: text().notNull(),
  codeHash: text('code_hash').unique(),
  createdAt: instant('created_at').notNull(),
});

/** The ids of the keys that the servers of this database have. */
export const keyIds = pgTable('auth_key_ids', { id: text().primaryKey() });
