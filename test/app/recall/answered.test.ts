import { testAnswered } from "./telling.ts";

testAnswered("asked.txt", 4);
testAnswered("asked-later.txt", 4);
testAnswered("asked-third.txt", 2);
