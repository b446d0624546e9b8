// Named schemas of answer fields.

import * as v from 'valibot'

/** What an answer carries. */
export const wireDate = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), v.description('UTC'))
export const wireDecimal = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.description('exact decimal text'))
export const wireId = v.pipe(v.number(), v.integer())
export const sentenceText = v.pipe(v.string(), v.description('what was done, in the language asked for'))
