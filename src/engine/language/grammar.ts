// biome-ignore-all lint: generated code
// biome-ignore-all assist: generated code
// biome-ignore-all format: generated code
// @ts-nocheck
// Generated from grammar.ne by scripts/grammar.mjs. Do not edit: change grammar.ne and run that script.
// Generated automatically by nearley, version 2.20.1
// http://github.com/Hardmath123/nearley
// Bypasses TS6133. Allow declared but unused functions.
// @ts-ignore
function id(d: any[]): any { return d[0]; }
declare var end: any;
declare var separator: any;
declare var on_error: any;
declare var scalar: any;
declare var assign: any;
declare var group: any;
declare var call: any;
declare var seed_tool: any;
declare var target: any;
declare var string: any;
declare var bare_arg: any;
declare var name: any;
declare var object: any;
declare var key: any;
declare var array: any;
declare var if_head: any;
declare var else_head: any;
declare var else_if_head: any;
declare var each_head: any;
declare var each_tail: any;
declare var range: any;
declare var body: any;
declare var comparator: any;
declare var operand: any;
declare var reference: any;
declare var applied: any;
declare var steps: any;

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

interface NearleyToken {
  value: any;
  [key: string]: any;
};

interface NearleyLexer {
  reset: (chunk: string, info: any) => void;
  next: () => NearleyToken | undefined;
  save: () => any;
  formatError: (token: never) => string;
  has: (tokenType: string) => boolean;
};

interface NearleyRule {
  name: string;
  symbols: NearleySymbol[];
  postprocess?: (d: any[], loc?: number, reject?: {}) => any;
};

type NearleySymbol = string | { literal: any } | { test: (token: any) => boolean };

interface Grammar {
  Lexer: NearleyLexer | undefined;
  ParserRules: NearleyRule[];
  ParserStart: string;
};

const grammar: Grammar = {
  Lexer: terminals,
  ParserRules: [
    {"name": "program", "symbols": ["told", (terminals.has("end") ? {type: "end"} : end)], "postprocess": first},
    {"name": "told", "symbols": ["statement"], "postprocess": list},
    {"name": "told", "symbols": ["told", "statement"], "postprocess": after},
    {"name": "told", "symbols": ["told", "object", (terminals.has("separator") ? {type: "separator"} : separator)], "postprocess": afterTold},
    {"name": "statements", "symbols": ["statement"], "postprocess": list},
    {"name": "statements", "symbols": ["statements", "statement"], "postprocess": after},
    {"name": "statement", "symbols": ["unguarded", (terminals.has("separator") ? {type: "separator"} : separator)], "postprocess": plainStatement},
    {"name": "statement", "symbols": [(terminals.has("on_error") ? {type: "on_error"} : on_error), "unguarded", (terminals.has("separator") ? {type: "separator"} : separator)], "postprocess": guardedStatement},
    {"name": "statement", "symbols": [(terminals.has("scalar") ? {type: "scalar"} : scalar), (terminals.has("separator") ? {type: "separator"} : separator)], "postprocess": plainStatement},
    {"name": "unguarded", "symbols": ["steps"], "postprocess": first},
    {"name": "unguarded", "symbols": ["named"], "postprocess": first},
    {"name": "named", "symbols": [(terminals.has("assign") ? {type: "assign"} : assign), "assigned"], "postprocess": namedOf},
    {"name": "named", "symbols": ["named", {"literal":"&"}, (terminals.has("assign") ? {type: "assign"} : assign), "assigned"], "postprocess": afterNamed},
    {"name": "assigned", "symbols": ["steps"], "postprocess": first},
    {"name": "assigned", "symbols": ["value"], "postprocess": first},
    {"name": "assigned", "symbols": ["object", {"literal":">>"}, "sequence"], "postprocess": pipedOf},
    {"name": "assigned", "symbols": ["array", {"literal":">>"}, "sequence"], "postprocess": pipedOf},
    {"name": "steps", "symbols": ["sequence"], "postprocess": first},
    {"name": "steps", "symbols": [(terminals.has("scalar") ? {type: "scalar"} : scalar), {"literal":">>"}, "sequence"], "postprocess": pipedOf},
    {"name": "sequence", "symbols": ["parallel"], "postprocess": list},
    {"name": "sequence", "symbols": ["sequence", {"literal":">>"}, "parallel"], "postprocess": afterSign},
    {"name": "parallel", "symbols": ["fallback"], "postprocess": list},
    {"name": "parallel", "symbols": ["parallel", {"literal":"&"}, "fallback"], "postprocess": afterSign},
    {"name": "fallback", "symbols": ["primary"], "postprocess": list},
    {"name": "fallback", "symbols": ["fallback", {"literal":"??"}, "primary"], "postprocess": afterSign},
    {"name": "fallback", "symbols": ["fallback", {"literal":"??"}, "value"], "postprocess": afterSign},
    {"name": "primary", "symbols": ["call"], "postprocess": first},
    {"name": "primary", "symbols": [(terminals.has("group") ? {type: "group"} : group), "steps", {"literal":")"}], "postprocess": groupOf},
    {"name": "primary", "symbols": ["if"], "postprocess": first},
    {"name": "primary", "symbols": ["each"], "postprocess": first},
    {"name": "call", "symbols": [(terminals.has("call") ? {type: "call"} : call)], "postprocess": callOf},
    {"name": "call", "symbols": [(terminals.has("call") ? {type: "call"} : call), "target"], "postprocess": callOf},
    {"name": "call", "symbols": [(terminals.has("call") ? {type: "call"} : call), "object"], "postprocess": callOf},
    {"name": "call", "symbols": [(terminals.has("call") ? {type: "call"} : call), "target", "object"], "postprocess": callOf},
    {"name": "call", "symbols": [(terminals.has("seed_tool") ? {type: "seed_tool"} : seed_tool), "target"], "postprocess": seedCallOf},
    {"name": "target", "symbols": [(terminals.has("target") ? {type: "target"} : target), "args", {"literal":")"}], "postprocess": targetOf},
    {"name": "args", "symbols": []},
    {"name": "args", "symbols": ["args", "arg"], "postprocess": after},
    {"name": "arg", "symbols": [(terminals.has("string") ? {type: "string"} : string)], "postprocess": first},
    {"name": "arg", "symbols": [(terminals.has("bare_arg") ? {type: "bare_arg"} : bare_arg)], "postprocess": first},
    {"name": "arg", "symbols": ["object"], "postprocess": first},
    {"name": "arg", "symbols": [(terminals.has("name") ? {type: "name"} : name), "value"], "postprocess": pairOf},
    {"name": "object", "symbols": [(terminals.has("object") ? {type: "object"} : object), "pairs", {"literal":"}"}], "postprocess": objectOf},
    {"name": "pairs", "symbols": []},
    {"name": "pairs", "symbols": ["pairs", "pair"], "postprocess": after},
    {"name": "pair", "symbols": [(terminals.has("key") ? {type: "key"} : key), "value"], "postprocess": pairOf},
    {"name": "array", "symbols": [(terminals.has("array") ? {type: "array"} : array), "values", {"literal":"]"}], "postprocess": arrayOf},
    {"name": "values", "symbols": []},
    {"name": "values", "symbols": ["values", "value"], "postprocess": after},
    {"name": "value", "symbols": [(terminals.has("scalar") ? {type: "scalar"} : scalar)], "postprocess": first},
    {"name": "value", "symbols": ["compound"], "postprocess": first},
    {"name": "if", "symbols": [(terminals.has("if_head") ? {type: "if_head"} : if_head), "body", "else_ifs"], "postprocess": ifOf},
    {"name": "if", "symbols": [(terminals.has("if_head") ? {type: "if_head"} : if_head), "body", "else_ifs", (terminals.has("else_head") ? {type: "else_head"} : else_head), "body"], "postprocess": ifOf},
    {"name": "else_ifs", "symbols": []},
    {"name": "else_ifs", "symbols": ["else_ifs", "else_if"], "postprocess": after},
    {"name": "else_if", "symbols": [(terminals.has("else_if_head") ? {type: "else_if_head"} : else_if_head), "body"], "postprocess": branchOf},
    {"name": "each", "symbols": [(terminals.has("each_head") ? {type: "each_head"} : each_head), "source", (terminals.has("each_tail") ? {type: "each_tail"} : each_tail), "body"], "postprocess": eachOf},
    {"name": "source", "symbols": ["assigned"], "postprocess": first},
    {"name": "source", "symbols": [(terminals.has("range") ? {type: "range"} : range)], "postprocess": first},
    {"name": "body", "symbols": [(terminals.has("body") ? {type: "body"} : body), "statements", {"literal":"}"}], "postprocess": bodyOf},
    {"name": "body", "symbols": [(terminals.has("body") ? {type: "body"} : body), "compound", (terminals.has("separator") ? {type: "separator"} : separator), {"literal":"}"}], "postprocess": valueBodyOf},
    {"name": "body", "symbols": [(terminals.has("body") ? {type: "body"} : body), "statements", "compound", (terminals.has("separator") ? {type: "separator"} : separator), {"literal":"}"}], "postprocess": valuedBodyOf},
    {"name": "compound", "symbols": ["object"], "postprocess": first},
    {"name": "compound", "symbols": ["array"], "postprocess": first},
    {"name": "formula", "symbols": ["choice", (terminals.has("end") ? {type: "end"} : end)], "postprocess": first},
    {"name": "choice", "symbols": ["disjunction"], "postprocess": first},
    {"name": "choice", "symbols": ["disjunction", {"literal":"?"}, "choice", {"literal":":"}, "choice"], "postprocess": ternaryOf},
    {"name": "choice", "symbols": ["disjunction", {"literal":"if"}, "disjunction", {"literal":"else"}, "choice"], "postprocess": conditionalOf},
    {"name": "disjunction", "symbols": ["conjunction"], "postprocess": list},
    {"name": "disjunction", "symbols": ["disjunction", {"literal":"or"}, "conjunction"], "postprocess": afterSign},
    {"name": "conjunction", "symbols": ["negation"], "postprocess": list},
    {"name": "conjunction", "symbols": ["conjunction", {"literal":"and"}, "negation"], "postprocess": afterSign},
    {"name": "negation", "symbols": ["comparison"], "postprocess": first},
    {"name": "negation", "symbols": [{"literal":"not"}, "negation"], "postprocess": notOf},
    {"name": "comparison", "symbols": ["sum"], "postprocess": first},
    {"name": "comparison", "symbols": ["sum", (terminals.has("comparator") ? {type: "comparator"} : comparator), "sum"], "postprocess": comparisonOf},
    {"name": "sum", "symbols": ["product"], "postprocess": list},
    {"name": "sum", "symbols": ["sum", {"literal":"+"}, "product"], "postprocess": afterOperator},
    {"name": "sum", "symbols": ["sum", {"literal":"-"}, "product"], "postprocess": afterOperator},
    {"name": "product", "symbols": ["factor"], "postprocess": list},
    {"name": "product", "symbols": ["product", {"literal":"*"}, "factor"], "postprocess": afterOperator},
    {"name": "product", "symbols": ["product", {"literal":"/"}, "factor"], "postprocess": afterOperator},
    {"name": "product", "symbols": ["product", {"literal":"%"}, "factor"], "postprocess": afterOperator},
    {"name": "factor", "symbols": ["operand"], "postprocess": first},
    {"name": "factor", "symbols": [{"literal":"-"}, "factor"], "postprocess": negativeOf},
    {"name": "operand", "symbols": [(terminals.has("operand") ? {type: "operand"} : operand)], "postprocess": first},
    {"name": "operand", "symbols": [(terminals.has("reference") ? {type: "reference"} : reference)], "postprocess": first},
    {"name": "operand", "symbols": [(terminals.has("applied") ? {type: "applied"} : applied), {"literal":"("}, "choices", {"literal":")"}], "postprocess": applicationOf},
    {"name": "operand", "symbols": [{"literal":"("}, "choice", {"literal":")"}], "postprocess": nestedOf},
    {"name": "operand", "symbols": [{"literal":"["}, "choices", {"literal":"]"}], "postprocess": choicesOf},
    {"name": "operand", "symbols": ["operand", (terminals.has("steps") ? {type: "steps"} : steps)], "postprocess": pathOf},
    {"name": "operand", "symbols": ["operand", {"literal":"["}, "choice", {"literal":"]"}], "postprocess": indexOf},
    {"name": "choices", "symbols": []},
    {"name": "choices", "symbols": ["someChoices"], "postprocess": first},
    {"name": "someChoices", "symbols": ["choice"], "postprocess": list},
    {"name": "someChoices", "symbols": ["someChoices", {"literal":","}, "choice"], "postprocess": afterSign}
  ],
  ParserStart: "program",
};

export default grammar;
