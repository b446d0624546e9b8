// Both books pass the one suite.

import { FastBook } from '#party/market/fast-book'
import { PlainBook } from '#party/market/plain-book'
import { bookSuite } from './book-suite'

bookSuite('plain book', () => new PlainBook())
bookSuite('fast book', () => new FastBook())
