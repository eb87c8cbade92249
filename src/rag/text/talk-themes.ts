import type { Theme } from "./request-themes.ts";

/** What people talk, wonder and tell about, and what no action does. */
export const TALK_THEMES: readonly Theme[] = [
  [
    "feeling",
    "기분 슬프 슬퍼 우울 외로 외롭 행복 화나 화났 짜증 피곤 졸려 졸리 힘들 지치 지쳐 무서 무섭 속상 답답 설레 설렌 부끄 창피 심심 지루 귀찮 그립 그리워 서운 억울 불안 떨려 떨린 감동 신나 뿌듯 후회 부럽 부러 아쉽 아쉬 눈물 웃겨 웃기 웃긴 재밌 재미 스트레스 멘붕 현타 번아웃 열받 빡쳐 빡치 미치겠 죽겠 환장 허탈 민망 서럽 괴롭 두근 쫄려",
    "sad happy angry tired lonely bored boring annoyed annoying excited nervous scared proud jealous depressed upset miss love hate cry cried laugh funny terrible awful amazing horrible lovely ridiculous glad worried stressed exhausted embarrassed feel feeling hilarious sick_of fed_up frustrated anxious overwhelmed cute adorable mad grumpy heartbroken ashamed guilty bummed thrilled disappointed",
  ],
  [
    "eating",
    "밥 라면 치킨 피자 커피 소주 맥주 고기 빵집 국수 떡볶이 케이크 과자 김치 점심 저녁밥 아침밥 짜장 짬뽕 먹었 먹고 먹을 먹어 먹는 마셔 마시 마셨 배고 배불 맛있 맛없 삼겹살 회먹 족발 초밥 야식 간식 다이어트 요리 레시피 끓여 볶음 반찬 카페 디저트 매운",
    "eat eating ate food pizza coffee beer noodles sushi burger cake lunch breakfast hungry starving delicious tasty recipe cook cooking sandwich toast taco dinner snack soup wine chocolate restaurant bread chicken cheese spicy tea dessert baking vegan",
  ],
  [
    "body",
    "머리아 허리아 무릎 어깨 다리아 손목 배아파 아프 아파 감기 열나 살쪘 살찐 살빼 헬스 잠이 자고싶 잤어 꿈꿨 꿈에 병원가 두통 목아파 약먹 체했 멍들 다쳤 넘어졌 주사 수술 독감 코로나 잠안 불면 늦잠 눈아파 거북목 근육통",
    "headache knee neck stomach sick fever gym diet sleep slept dream dreamed asleep hospital flu cough tooth back_hurts pain hurts cold insomnia nap tummy sneeze workout yoga muscles sore weight hangover",
  ],
  [
    "living",
    "인생 사랑 결혼했 이혼 연애 헤어졌 회사가 학교 시험 승진 월급 퇴사 출근 퇴근 야근 이사갔 군대 학원 육아 아기 강아지 고양이 반려 소개팅 썸 짝사랑 이별 취준 취업 전세 월세 집값 대출 층간소음 이웃 주차 지하철 버스 막혀 길막 운전 면허 로또 복권 주말 월요일 명절 휴가 연차 상사 꼰대 동창 친구랑 친구가 애들 시댁",
    "life marriage married divorce dating exam promoted salary puppy dog cat kid kids baby school college traffic vacation weekend monday neighbour neighbor neighbours job commute subway bus train parking crush ex breakup rent mortgage lottery office retirement coworker roommates pregnant toddler homework holiday bestie friends",
  ],
  [
    "leisure",
    "영화 드라마 넷플릭스 유튜브 게임 롤 축구 야구 농구 경기 콘서트 아이돌 덕질 예능 웹툰 만화 소설책 캠핑 등산 낚시 여행 쇼핑 노래방 술자리 운동 산책 수영 자전거 골프 월드컵 올림픽",
    "movie movies film netflix youtube game games soccer football baseball basketball concert idol series episode season anime comic novel camping hiking fishing travel trip shopping karaoke drinking workout swimming bike golf world_cup olympics guitar piano painting gardening knitting book",
  ],
  [
    "hearsay",
    "더라 더라고 다더라 하더라 거든 잖아 라니 라며 다니까 는데말 네요 구나 군요 대박 헐 ㅋㅋ ㅎㅎ ㅠㅠ ㅜㅜ 아니근데 진짜로 솔직히 사실은 알고보니 그러니까 역시 원래 이상하게 하필 어쩐지",
    "anyway honestly lol lmao haha apparently these_days nowadays seriously literally obviously i_guess i_think i_bet i_wish i_swear if_you_ask_me to_be_honest omg wow ugh tbh imo guess_what you_know turns_out actually ever believe no_way finally somehow",
  ],
  [
    "science",
    "광합성 중력 상대성 민주주의 르네상스 엔트로피 유전자 화산 지진 인공지능 블록체인 미적분 산업혁명 알고리즘 블랙홀 우주 행성 태양 달은 지구 원소 원자 분자 세포 공룡 진화 화학 물리 수학 철학 심리 경제학 전쟁 조선 고려 왕은 임진왜란 세계대전 혁명 신화 종교 불교 기독교 수도 인구 대륙 바다 산은 동물 곤충 식물 사자 고래 펭귄 속담 사자성어 맞춤법 띄어쓰기 발음 어원 원소기호 공식 정리는 증명 비타민 칼로리 혈액 뇌는",
    "photosynthesis gravity relativity democracy entropy dna inflation blockchain recursion calculus feudalism magnetism evolution black_hole universe planet planets sun moon earth atom molecule cell dinosaur dinosaurs chemistry physics math philosophy psychology war revolution king queen president empire mythology religion capital population continent ocean mountain animal animals insect plant whale penguin proverb grammar pronunciation etymology formula theorem vitamin calories blood brain century invented discovered species volcano earthquake einstein newton shakespeare",
  ],
  [
    "wonder",
    "왜그 왜이 이유가 누가 발명 만들었 뜻이 뜻은 원리 차이점 차이가 역사 정의 의미 이란 무엇인가 설명해 비결 방법이 어떻게하면 하는법 하는방법 어떻게하 어떻게해 어떤게나아 뭐가더 나을까 좋을까 괜찮을까 해야할까 할까말까 추천 조언 생각해 생각은 어떻게생각 몇살 몇명 얼마나커 얼마나멀 언제생 어디있 맞아 진짜야 사실이야",
    "why who_invented who_wrote who_painted who_discovered who_won who_was capital_of meaning_of difference_between how_do how_does how_did how_come how_can how_far how_old how_tall how_big how_many_people what_is what_are what_causes explain define is_it_true which_is_better should_i do_you_think your_opinion recommend advice your_favorite your_favourite do_you_like are_you who_are do_you_have would_you_rather what_if pros_and_cons is_there_life",
  ],
  [
    "muse",
    "시한편 시하나 시써 소설써 가사써 노래불러 농담 개그 퀴즈 수수께끼 끝말잇기 스무고개 삼행시 운세 타로 사주 이야기해줘 옛날이야기 랩해 작곡 자기소개서 독후감 연설문 축사 편지써 궁합 별명지어 이름지어 심리테스트 밸런스게임 놀아줘 게임하자 가위바위보 주사위 동전던",
    "poem haiku joke story novel lyrics riddle quiz horoscope tarot rap rhyme song limerick essay speech trivia pun tongue_twister roleplay pretend sing bedtime fortune chess compliment roast name_my nickname flip_a_coin roll_a_dice dice love_letter cover_letter",
  ],
  [
    "errand",
    "주문해 배달 택시 예매 결제해 송금 이체 전화해 전화걸 전화좀 사줘 사다줘 빌려줘 청소해 심부름 불러줘 가져다 갖다줘 데려다 태워 끓여줘 안마 주물러 깨끗이 씻어 장봐 세탁 맡아줘 갈아줘 닦아 고쳐놔 수리 환불 교환해 비행기표 호텔 숙소 예약해줘좀 티켓",
    "order delivery deliver taxi cab uber book_me book_a reserve buy pay wire_transfer venmo call_my call_mom call_a phone_my lend wash feed_the walk_the bring_me fetch_me pick_up drop_off clean_the mow iron massage fix_my refund flight hotel tickets groceries plumber babysit water_the drive_me bake_me make_me",
  ],
  [
    "household",
    "전등 에어컨 난방 보일러 선풍기 청소기 티비 텔레비전 냉장고 세탁기 커튼 창문 가습기 제습기 온도조절 불꺼 불켜 조명 문잠 현관문 도어락 전기장판 공기청정기 식기세척기 오븐 밥솥 스피커",
    "lights light lamp heater heating thermostat fan oven tv dishwasher vacuum curtains garage blinds sprinkler fridge a/c ac aircon front_door speaker microwave washing_machine robot_vacuum kettle volume",
  ],
  [
    "courtesy",
    "고마 감사 수고 덕분 잘했 최고 축하 미안 죄송 안녕 반가 잘자 굿밤 굿모닝 좋은아침 좋은하루 화이팅 파이팅 똑똑 착하 사랑해 바보 멍청 꺼져 닥쳐 시끄러 오랜만 잘지 뭐하고있 뭐하니 뭐해 심심해 나왔어 다녀올게 이따봐 또봐 ㅇㅋ 오케이 알겠어 알았어 그래 응응 넵",
    "thanks thank thx ty sorry congrats congratulations great_job well_done nice_one good_morning good_night good_evening good_luck bye hello hi cheers how_are_you what's_up whats_up sup miss_you love_you stupid idiot shut_up awesome cool nice_to_meet see_you later never_mind nevermind okay yep nope sure welcome_back you_rock smart dumb",
  ],
  [
    "told-past",
    "했어 했다 했지 했네 했는데 봤어 봤다 봤는데 갔어 갔다 갔는데 왔어 왔다 왔는데 샀어 샀다 샀는데 먹었 잤어 였어 이었어 됐어 됐다 됐는데 났어 났다 났는데 했대 갔대 왔대 했더니 갔더니 봤더니 겠다 겠네 겠지 였다 싶다 싶네 버렸 뻔했",
    "i_was i_went i_got i_had i_saw i_did i_bought i_lost i_found i_forgot i_read i_heard i_met i_made i_took i_came i_left i_finally i_already i_just i_feel i_hate i_love i_like i_can't i_cant i_never i_always i_keep we_had we_went we_were we_got we_met he_said he_is he_was he_never she_said she_is she_was she_never they_said they_are they_were it_was it_is it's_so that's_so i'm_so i_am my_friend my_neighbor my_boss",
  ],
];
