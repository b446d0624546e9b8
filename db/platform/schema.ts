// The directory's tables, gathered for drizzle-kit and for typed queries. Each feature keeps its own file.

export * from './catalogue-schema'
export * from './content-schema'
export * from './desk-schema'
export * from './funds-schema'
export * from './identity-schema'
export * from './outbox-schema'
export * from './promotion-schema'
export * from './review-schema'
export * from './security-schema'
export * from './upload-schema'
export * from './verification-schema'
