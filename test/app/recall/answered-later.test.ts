import { testAnswered } from "./telling.ts";

testAnswered("asked-fourth.txt", 10);
testAnswered("asked-fifth.txt", 8);
testAnswered("asked-sixth.txt", 16);
