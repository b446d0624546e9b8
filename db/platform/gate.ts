// Reads the gates of products: few rows, read together.

import { openDirectory } from './directory'
import { productGate } from './gate-schema'

export type GateRow = typeof productGate.$inferSelect

export const loadGates = (db: D1Database): Promise<GateRow[]> => openDirectory(db).select().from(productGate)
