// What is kept of a passkey, whoever's it is: columns that the tables of customers and of the desk share.

import { integer, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, instantColumn } from '../columns'

export const passkeyColumns = {
  /** The credential's id in base64url, as the authenticator made it. */
  id: text('id').primaryKey(),
  /** COSE key in base64url. */
  publicKey: text('public_key').notNull(),
  /** How often the authenticator says it has signed; 0 for those that do not count. */
  counter: integer('counter').notNull(),
  /** Comma list of "internal", "usb", …: a hint for the browser. */
  transports: text('transports').notNull(),
  name: text('name').notNull(),
  isBackedUp: flagColumn('is_backed_up').notNull(),
  createdAt: instantColumn('created_at').notNull(),
  lastUsedAt: instantColumn('last_used_at'),
}
