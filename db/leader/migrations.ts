// Migrations of a trader's room in order. The list is generated.

import generated from './migrations/migrations'

export const leaderMigrations = generated
