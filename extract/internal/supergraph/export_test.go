package supergraph

// Within is New with as many stores of what isn't known as there may be.
var Within = within
