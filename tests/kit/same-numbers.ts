// Random tests draw the same numbers each time, so that a mutant which one run kills lives in no other.

import fc from 'fast-check'

fc.configureGlobal({ seed: 20_260_101 })
