// Opens the directory: D1 through drizzle. Every query of db/platform goes through here.

import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

/** Cheap enough for every query: nothing is read or kept. */
export const openDirectory = (db: D1Database): DrizzleD1Database => drizzle(db)

/** Behind every other character, so that keys of one prefix are one range. */
export const LAST_CHARACTER = '\u{10ffff}'
