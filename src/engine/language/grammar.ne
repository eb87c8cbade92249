# IBL, the whole grammar. docs/language.md explains it; this file decides.
#
# %names are tokens of lexer.ts, which alone looks at characters:
#   %call          "[" NAME ":" NAME "]"
#   %if_head       "[if:" CONDITION "]"           %else_if_head  "[else if:" CONDITION "]"
#   %else_head     "[else]"                       %each_head     "[each:" "$" NAME [ "," "$" NAME ] "in"
#   %range         from ".." to, each an integer or a reference
#   %each_tail     { "," ( "max" ":" 1–100 | "parallel" ":" true ) } "]"
#   %on_error      "[on_error:" ("stop" | "skip" | "empty") "]"
#   %assign        "$" NAME "="                   %separator     NEWLINE | ";" | end  (one after each statement)
#   %group %target "("   %object %body "{"   %array "["   told apart by what stands before them
#   %key           KEY (":" | "=")                %name          NAME ("=" | ":")
#   %string        STRING                         %bare_arg      BARE_ARG
#   %scalar        STRING | "{{" path "}}" | BARE
#   %seed_tool     ibl_info | ibl_store | ibl_exec
# The commas of objects and arrays are optional and carry no meaning, those of targets stand between
# any two arguments: the lexer checks and takes them.
#
# nearley's parser reads them; a text with two readings is an error of the rules and told as that (parse-grammar.ts).
# Every list is left recursive and becomes linked cells, flattened once by parse-tree.ts: a rule builds every
# prefix of its list, so anything heavier here would cost quadratic time.
# grammar.ts is made from this file by scripts/grammar.mjs.

@preprocessor typescript
@{%
import {
  after,
  afterNamed,
  afterOperator,
  afterSign,
  afterTold,
  applicationOf,
  arrayOf,
  bodyOf,
  branchOf,
  callOf,
  choicesOf,
  comparisonOf,
  conditionalOf,
  eachOf,
  first,
  groupOf,
  guardedStatement,
  ifOf,
  indexOf,
  list,
  namedOf,
  negativeOf,
  nestedOf,
  notOf,
  objectOf,
  pairOf,
  pathOf,
  pipedOf,
  plainStatement,
  seedCallOf,
  targetOf,
  ternaryOf,
  valueBodyOf,
  valuedBodyOf,
} from "./parse-cells.ts";
import { terminals } from "./token.ts";
%}
@lexer terminals

program     -> told %end                                     {% first %}
told        -> statement                                     {% list %}
             | told statement                                {% after %}
             | told object %separator                        {% afterTold %}
statements  -> statement                                     {% list %}
             | statements statement                          {% after %}
statement   -> unguarded %separator                          {% plainStatement %}
             | %on_error unguarded %separator                {% guardedStatement %}
             | %scalar %separator                            {% plainStatement %}
unguarded   -> steps                                         {% first %}
             | named                                         {% first %}
named       -> %assign assigned                              {% namedOf %}
             | named "&" %assign assigned                    {% afterNamed %}
assigned    -> steps                                         {% first %}
             | value                                         {% first %}
             | object ">>" sequence                          {% pipedOf %}
             | array ">>" sequence                           {% pipedOf %}
steps       -> sequence                                      {% first %}
             | %scalar ">>" sequence                         {% pipedOf %}

# Operators, from the loosest to the tightest.
sequence    -> parallel                                      {% list %}
             | sequence ">>" parallel                        {% afterSign %}
parallel    -> fallback                                      {% list %}
             | parallel "&" fallback                         {% afterSign %}
fallback    -> primary                                       {% list %}
             | fallback "??" primary                         {% afterSign %}
             | fallback "??" value                           {% afterSign %}
primary     -> call                                          {% first %}
             | %group steps ")"                              {% groupOf %}
             | if                                            {% first %}
             | each                                          {% first %}

call        -> %call                                         {% callOf %}
             | %call target                                  {% callOf %}
             | %call object                                  {% callOf %}
             | %call target object                           {% callOf %}
             | %seed_tool target                             {% seedCallOf %}
target      -> %target args ")"                              {% targetOf %}
args        -> null | args arg                               {% after %}
arg         -> %string                                       {% first %}
             | %bare_arg                                     {% first %}
             | object                                        {% first %}
             | %name value                                   {% pairOf %}

object      -> %object pairs "}"                             {% objectOf %}
pairs       -> null | pairs pair                             {% after %}
pair        -> %key value                                    {% pairOf %}
array       -> %array values "]"                             {% arrayOf %}
values      -> null | values value                           {% after %}
value       -> %scalar                                       {% first %}
             | compound                                      {% first %}

if          -> %if_head body else_ifs                        {% ifOf %}
             | %if_head body else_ifs %else_head body        {% ifOf %}
else_ifs    -> null | else_ifs else_if                       {% after %}
else_if     -> %else_if_head body                            {% branchOf %}
each        -> %each_head source %each_tail body             {% eachOf %}
source      -> assigned                                      {% first %}
             | %range                                        {% first %}
body        -> %body statements "}"                          {% bodyOf %}
             | %body compound %separator "}"                 {% valueBodyOf %}
             | %body statements compound %separator "}"      {% valuedBodyOf %}
compound    -> object                                        {% first %}
             | array                                         {% first %}

# A formula: what stands in a condition's head, in a filter and in ${…}. Words and signs are spelled out; %operand is a STRING, a
# NUMBER, true, false or null, %applied a name before "(", %steps a path behind ")". What recurs on the right is kept short by the lexer.
formula     -> choice %end                                   {% first %}
choice      -> disjunction                                   {% first %}
             | disjunction "?" choice ":" choice             {% ternaryOf %}
             | disjunction "if" disjunction "else" choice    {% conditionalOf %}
disjunction -> conjunction                                   {% list %}
             | disjunction "or" conjunction                  {% afterSign %}
conjunction -> negation                                      {% list %}
             | conjunction "and" negation                    {% afterSign %}
negation    -> comparison                                    {% first %}
             | "not" negation                                {% notOf %}
comparison  -> sum                                           {% first %}
             | sum %comparator sum                           {% comparisonOf %}
sum         -> product                                       {% list %}
             | sum "+" product                               {% afterOperator %}
             | sum "-" product                               {% afterOperator %}
product     -> factor                                        {% list %}
             | product "*" factor                            {% afterOperator %}
             | product "/" factor                            {% afterOperator %}
             | product "%" factor                            {% afterOperator %}
factor      -> operand                                       {% first %}
             | "-" factor                                    {% negativeOf %}
operand     -> %operand                                      {% first %}
             | %reference                                    {% first %}
             | %applied "(" choices ")"                     {% applicationOf %}
             | "(" choice ")"                                {% nestedOf %}
             | "[" choices "]"                               {% choicesOf %}
             | operand %steps                                {% pathOf %}
             | operand "[" choice "]"                        {% indexOf %}
choices     -> null | someChoices                            {% first %}
someChoices -> choice                                        {% list %}
             | someChoices "," choice                        {% afterSign %}
