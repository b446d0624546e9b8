// All countries with their calling codes, for the pickers of pages that scripts have taken over.

export { loader } from './data.server'
