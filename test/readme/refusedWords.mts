/** Words of this project that readers stumbled over; n8n and the service have their own. */
export const REFUSED_WORDS =
	/\b(goes? on|going on|anew|all the same|whoever|of n8n's|of yours|sleep(s|ing)?|wakes?|woken|looks? at|is told|tells its|holds? (its|the|no)|hands? (on|out|back)|wins? over|come[sn]? out|put(s)? out|an address|at work|meanwhile|paid for|ended well|no state is)\b/gi;
