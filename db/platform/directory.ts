// Opens the directory: D1 with its schema. Every query of db/platform goes through here.

import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as schema from './schema'

export type Directory = DrizzleD1Database<typeof schema>

export const openDirectory = (db: D1Database): Directory => drizzle(db, { schema })
