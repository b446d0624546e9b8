// The nonce of this answer's content policy, for scripts and styles written into the page. Empty in the browser, which hides it.

import { createContext, useContext } from 'react'

const NonceContext = createContext('')

export const NonceProvider = NonceContext.Provider
export const useNonce = (): string => useContext(NonceContext)
